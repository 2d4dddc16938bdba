(define (domain ÿ))
