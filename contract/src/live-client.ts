import { notificationsTopic, parsePushedFrame } from './routes/live.ts'
import type { Notification } from './schemas/notifications.ts'

/** What is used of a STOMP client, such as that of @stomp/stompjs over sockjs-client. */
export interface StompClient {
  onConnect: (frame: never) => void
  readonly connected: boolean
  subscribe(
    destination: string,
    onMessage: (message: { readonly body: string; ack(): void }) => void,
    headers: Record<string, string>,
  ): unknown
  watchForReceipt(receipt: string, onReceipt: () => void): void
  activate(): void
  deactivate(options?: { readonly force?: boolean }): Promise<void>
}

/** The live socket of one user. */
export interface LiveSocket {
  /** Resolves once it is subscribed for the first time: from then on a trader is present. */
  readonly open: Promise<void>
  close(options?: { readonly force?: boolean }): Promise<void>
}

export interface LiveHandlers {
  onNotification?(notification: Notification): void
  /** Called after each subscription: the first, and those after a reconnection of the client. */
  onOpen?(): void
}

/**
 * Subscribes to the notifications of a signed-in user. Acknowledges each one after it was handled, so that a lost one
 * is sent again.
 */
export function openLiveSocket(
  client: StompClient,
  token: string,
  { onNotification, onOpen }: LiveHandlers = {},
): LiveSocket {
  const open = new Promise<void>((resolve) => {
    client.onConnect = () => {
      client.watchForReceipt('subscribed', () => {
        onOpen?.()
        resolve()
      })
      client.subscribe(
        notificationsTopic(token),
        (message) => {
          onNotification?.(parsePushedFrame(message.body))
          if (client.connected) message.ack()
        },
        { ack: 'client', receipt: 'subscribed' },
      )
    }
  })
  client.activate()
  return { open, close: (options) => client.deactivate(options) }
}
