import { type ApiSession, callApi, signIn } from '@aitai/contract/api-client.ts'
import type { CallInput } from '@aitai/contract/routes/request.ts'
import type { Route } from '@aitai/contract/routes/route.ts'
import type { ReplyOf } from '@aitai/contract/schemas/calls.ts'
import type { Notification } from '@aitai/contract/schemas/notifications.ts'
import { type NotificationSocket, openNotificationSocket } from '../harness/client-connection.ts'
import { password } from '../harness/scripted-server.ts'

/** A trader or a broker's user, over HTTP and STOMP as any client of theirs. */
export class Member {
  readonly email: string
  /** What was pushed, oldest first. */
  readonly received: Notification[]
  readonly #session: ApiSession
  readonly #socket: NotificationSocket

  private constructor(email: string, session: ApiSession, received: readonly Notification[]) {
    this.email = email
    this.received = [...received]
    this.#session = session
    this.#socket = openNotificationSocket(session.baseUrl, session.token ?? '', (notification) => {
      this.received.push(notification)
    })
  }

  /** Signs in and opens the live socket. `received` is what an earlier session received. */
  static async signIn(url: string, email: string, received: readonly Notification[] = []): Promise<Member> {
    const member = new Member(email, await signIn(url, email, password), received)
    await member.#socket.open
    return member
  }

  /** Makes a call. Throws CallFailed if it is refused. */
  call<R extends Route>(route: R, input?: CallInput<R>): Promise<ReplyOf<R>> {
    return callApi(this.#session, route, input)
  }

  close(): void {
    this.#socket.close()
  }
}
