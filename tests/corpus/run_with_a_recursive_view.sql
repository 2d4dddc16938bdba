DROP TABLE training_record;
CREATE VIEW training_record AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
    SELECT i AS number, i AS problem, i AS macro, i AS accepted, i AS reason FROM n;
