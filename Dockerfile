# The two commands of the README in a clean system: `docker build -t darwindeck . && docker run --rm darwindeck`.
FROM python:3.12-slim-bookworm
RUN apt-get update && apt-get install -y --no-install-recommends g++ make doctest-dev && rm -rf /var/lib/apt/lists/*
COPY . /darwindeck
WORKDIR /darwindeck
CMD ["sh", "-c", "make demo && make test"]
