# arcwise with its search kernel and SWI-Prolog: docker build -t arcwise . && docker run --rm -it arcwise explore
FROM python:3.12-slim AS build
RUN apt-get update \
    && apt-get install -y --no-install-recommends g++ \
    && rm -rf /var/lib/apt/lists/*
COPY . /source
RUN pip wheel --no-cache-dir --no-deps --wheel-dir /wheels /source

FROM python:3.12-slim
RUN apt-get update \
    && apt-get install -y --no-install-recommends swi-prolog-nox \
    && rm -rf /var/lib/apt/lists/*
COPY --from=build /wheels /wheels
RUN pip install --no-cache-dir /wheels/*.whl && rm -r /wheels && useradd --create-home arcwise
USER arcwise
WORKDIR /home/arcwise
ENTRYPOINT ["arcwise"]
