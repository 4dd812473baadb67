# SPDX-License-Identifier: Apache-2.0
# docker build -t bitbasin . && docker run --rm bitbasin solve perceptron --n 1001 --alpha 0.7
FROM debian:12 AS build
COPY . /bitbasin
RUN apt-get update && apt-get install -y git make && make -C /bitbasin package
FROM debian:12-slim
COPY --from=build /bitbasin/build/packages/bitbasin_*.deb /tmp/
RUN apt-get update && apt-get install -y --no-install-recommends /tmp/*.deb && rm -rf /tmp/*.deb /var/lib/apt/lists/*
ENTRYPOINT ["bitbasin"]
