import type { CallInput } from '@aitai/contract/routes/request.ts'
import type { Route } from '@aitai/contract/routes/route.ts'
import { login } from '@aitai/contract/routes/session.ts'
import type { ReplyOf } from '@aitai/contract/schemas/calls.ts'
import type { Notification } from '@aitai/contract/schemas/notifications.ts'
import {
  type CallResponse,
  type NotificationSocket,
  openConnection,
  openNotificationSocket,
  replyTo,
  type ServerConnection,
} from '../harness/client-connection.ts'
import { password } from './day-server.ts'

/** A trader or a broker's user, over HTTP and STOMP as any client of theirs. */
export class Member {
  readonly email: string
  /** What was pushed, oldest first. */
  readonly received: Notification[]
  readonly #connection: ServerConnection
  readonly #socket: NotificationSocket
  readonly #token: string

  private constructor(
    email: string,
    connection: ServerConnection,
    token: string,
    received: readonly Notification[],
  ) {
    this.email = email
    this.received = [...received]
    this.#connection = connection
    this.#token = token
    this.#socket = openNotificationSocket(connection.url, token, (notification) => {
      this.received.push(notification)
    })
  }

  /** Signs in and opens the live socket. `received` is what an earlier session was told. */
  static async signIn(url: string, email: string, received: readonly Notification[] = []): Promise<Member> {
    const connection = openConnection(url)
    const { token } = await replyTo(connection, login, { body: { email, password } })
    if (!token) throw new Error(`${email} could not sign in`)
    const member = new Member(email, connection, token, received)
    await member.#socket.open
    return member
  }

  /** Makes a call, which may be refused. */
  call<R extends Route>(
    route: R,
    input: Omit<CallInput<R>, 'token'> = {},
  ): Promise<CallResponse<ReplyOf<R>>> {
    return this.#connection.call(route, { ...input, token: this.#token } as CallInput<R>)
  }

  /** Makes a call that must succeed. */
  ask<R extends Route>(route: R, input: Omit<CallInput<R>, 'token'> = {}): Promise<ReplyOf<R>> {
    return replyTo(this.#connection, route, { ...input, token: this.#token } as CallInput<R>)
  }

  close(): void {
    this.#socket.close()
    this.#connection.close()
  }
}
