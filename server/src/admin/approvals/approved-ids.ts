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

export const movedName = adminRefusal(
  'NAME_MOVED',
  'A name in the request leads to another institution, broker or user now. Ask for a new one.',
)
