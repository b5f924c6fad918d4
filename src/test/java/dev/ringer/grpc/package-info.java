/** gRPC, by its own client, with a service that is an ordinary handler: trailers, streams both ways, deadlines. */
package dev.ringer.grpc;
