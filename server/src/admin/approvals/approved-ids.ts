import { type AdminContext, adminRefusal } from '../admin-context.ts'
import { findBroker, findFirm } from '../brokers.ts'
import { findUser } from '../users/users.ts'

/** To whom the names and addresses in the arguments of a command led: `null` for nobody. */
export type NamedIds = Readonly<Record<string, string | null>>

/**
 * The ids to which the arguments lead now. An approval is for them: a name that was given to another institution or
 * user meanwhile carries nothing out and shows nothing.
 */
export async function idsOf(admin: Pick<AdminContext, 'db'>, args: object): Promise<NamedIds> {
  const given: { firm?: unknown; broker?: unknown; shortName?: unknown; user?: unknown; email?: unknown } =
    args
  const users = 'users' in args && Array.isArray(args.users) ? args.users : []
  const ids: Record<string, string | null> = {}
  const put = async (
    text: unknown,
    kind: string,
    find: (name: string) => Promise<{ id: string } | undefined>,
  ) => {
    if (typeof text === 'string') ids[`${kind}:${text}`] = (await find(text))?.id ?? null
  }
  await put(given.firm, 'firm', async (name) => await findFirm(admin, name))
  for (const name of [given.broker, given.shortName])
    await put(name, 'broker', async (shortName) => await findBroker(admin, shortName))
  for (const address of [given.user, given.email, ...users])
    await put(address, 'user', async (email) => await findUser(admin, email))
  return ids
}

/**
 * The arguments with ids in place of the names and addresses that led to somebody: the same request is the same,
 * whichever way it was written. The console names users by their ids, and the command line by their addresses.
 */
export function withIds(args: object, ids: NamedIds): object {
  const idOf = (kind: string, text: unknown): unknown => ids[`${kind}:${text}`] ?? text
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => {
      const kind = kinds[name]
      if (kind === undefined) return [name, value]
      return [name, Array.isArray(value) ? value.map((each) => idOf(kind, each)) : idOf(kind, value)]
    }),
  )
}

/** Which argument names what. */
const kinds: Readonly<Record<string, string>> = {
  firm: 'firm',
  broker: 'broker',
  shortName: 'broker',
  user: 'user',
  email: 'user',
  users: 'user',
}

export const movedName = adminRefusal(
  'NAME_MOVED',
  'A name in the request leads to another institution, broker or user now. Ask for a new one.',
)
