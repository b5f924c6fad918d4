/** Tests gRPC with its own client and an ordinary handler as the service: trailers, streams both ways, deadlines. */
package dev.ringer.grpc;
