import type { Page } from '@playwright/test'

/** The connection from a page to the server's socket, which a test can cut. */
export interface SocketInterceptor {
  /** Closes open sockets and blocks new ones. */
  cut(): Promise<void>
  restore(): void
  /** How often the page has opened a socket. */
  opened(): number
  /** What the page has sent over its sockets, heartbeats included. */
  readonly sent: string[]
}

/** Intercepts the sockets that a page opens from now on. */
export async function interceptSockets(page: Page): Promise<SocketInterceptor> {
  let isCut = false
  let opened = 0
  const sent: string[] = []
  const open = new Set<{ close(): Promise<void> }>()
  await page.routeWebSocket(/websocket-endpoint/, (socket) => {
    opened += 1
    const server = socket.connectToServer()
    socket.onMessage((message) => {
      sent.push(String(message))
      server.send(message)
    })
    open.add(socket)
  })
  await page.route(/websocket-endpoint/, (route) => (isCut ? route.abort() : route.continue()))
  return {
    async cut() {
      isCut = true
      for (const socket of open) await socket.close()
      open.clear()
    },
    restore: () => {
      isCut = false
    },
    opened: () => opened,
    sent,
  }
}
