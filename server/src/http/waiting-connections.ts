import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Server as TlsServer } from 'node:https'
import type { Socket } from 'node:net'

/**
 * Limits the connections that wait for a complete request: new ones, idle ones, and those whose body is not
 * complete. Beyond `most`, the one that has waited longest is destroyed. A client that means to send something
 * needs milliseconds, so a flood of silent connections removes itself and locks nobody out.
 */
export function limitWaitingConnections(server: Server | TlsServer, limit: number): void {
  /** In the order in which they began to wait. */
  const waiting = new Set<Socket>()

  function wait(socket: Socket): void {
    waiting.add(socket)
    if (waiting.size <= limit) return
    const [longest] = waiting
    longest?.destroy()
    if (longest) waiting.delete(longest)
  }

  // Over TLS a connection counts from the end of its handshake, which has a timeout of its own.
  server.on(server instanceof TlsServer ? 'secureConnection' : 'connection', (socket: Socket) => {
    socket.once('close', () => waiting.delete(socket))
    wait(socket)
  })
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request
    if (hasBody(request)) request.once('end', () => waiting.delete(socket))
    else waiting.delete(socket)
    response.once('close', () => {
      waiting.delete(socket)
      if (!socket.destroyed) wait(socket)
    })
  })
  server.on('upgrade', (_, socket: Socket) => waiting.delete(socket))
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
