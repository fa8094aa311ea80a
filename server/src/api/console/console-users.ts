import { mayManage } from '@aitai/contract/routes/audiences.ts'
import {
  addGrant,
  addUser,
  changeUser,
  disableUser,
  enableUser,
  operationsUser,
  operationsUsers,
  removeSecondFactors,
  resetUser,
  revokeGrant,
  signOutUser,
  unlockUser,
} from '@aitai/contract/routes/console/users.ts'
import type { ConsoleUser, OperationsUser } from '@aitai/contract/schemas/console/users.ts'
import { isoTime } from '@aitai/engine/calendar/iso-times.ts'
import type { Session } from '../../accounts/session-rows.ts'
import { recordRefusedCommand } from '../../admin/approvals/refused-commands.ts'
import type { AdminCommandArgs, AdminCommandName } from '../../admin/command-arguments.ts'
import { runningContext } from '../../admin/running-context.ts'
import type { PrintedFactors } from '../../admin/users/user-authenticators.ts'
import type { PrintedUser, ShownUser } from '../../admin/users/users.ts'
import type { AppContext } from '../../context.ts'
import { failed, notFound } from '../../http/failures.ts'
import { serve } from '../serve.ts'
import { runConsoleCommand } from './console-command.ts'

/**
 * The users, on the operators' console (docs/decisions/0158-console-users.md). Support manages the users of
 * institutions and brokers, an administrator those of staff and their grants; other staff look.
 */
export function consoleUserCalls(app: AppContext): void {
  serve(app, operationsUsers, async (_, session) => {
    const users = (await runConsoleCommand(app, session, 'user list', {})) as readonly PrintedUser[]
    const { database: db } = app
    const firms = await db.selectFrom('firm').select('name').orderBy('name').execute()
    const brokers = await db.selectFrom('broker').select('short_name').orderBy('short_name').execute()
    return {
      at: isoTime(app.now()),
      users: users.map(shownOf),
      firms: firms.map(({ name }) => name),
      brokers: brokers.map(({ short_name }) => short_name),
    }
  })

  serve(app, operationsUser, async ({ userId: email }, session) => {
    if (!(await roleOf(app, email))) throw notFound()
    const user = (await runConsoleCommand(app, session, 'user show', { email })) as ShownUser
    const { sessions } = (await runConsoleCommand(app, session, 'user sessions', { email })) as {
      sessions: OperationsUser['sessions']
    }
    const factors = (await runConsoleCommand(app, session, 'user authenticators', {
      email,
    })) as PrintedFactors
    return {
      user: shownOf(user),
      phone: user.phone === null ? null : user.phone.slice(-2),
      twoFactor: user.twoFactor,
      language: user.language,
      provider: user.provider,
      lastSignIn: user.lastSignIn,
      sessions,
      secondFactors: [
        ...factors.authenticators.map((each) => ({ kind: 'APP' as const, ...each })),
        ...factors.passkeys.map((each) => ({ kind: 'PASSKEY' as const, ...each })),
      ],
      recoveryCodes: factors.recoveryCodes,
    }
  })

  serve(app, addUser, async (request, session) => {
    await requireManages(app, session, request.role, 'user add')
    const { userId } = (await runConsoleCommand(app, session, 'user add', request)) as PrintedUser
    return { userId }
  })

  serve(app, changeUser, async (change, session) => {
    const done = await runOnManagedUser(app, session, 'user change', change)
    const { changed, invitedAgain } = done as { changed: string[]; invitedAgain: boolean }
    return { changed, invitedAgain }
  })

  serve(app, disableUser, async (request, session) =>
    changeIn(await runOnManagedUser(app, session, 'user disable', request)),
  )

  serve(app, enableUser, async (request, session) =>
    changeIn(await runOnManagedUser(app, session, 'user enable', request)),
  )

  serve(app, resetUser, async (request, session) => {
    const done = await runOnManagedUser(app, session, 'user reset', request)
    return { temporaryUntil: (done as { temporaryUntil: string }).temporaryUntil }
  })

  serve(app, unlockUser, async (request, session) => {
    const done = await runOnManagedUser(app, session, 'user unlock', request)
    return { wrongCodes: (done as { wrongCodes: number }).wrongCodes }
  })

  serve(app, signOutUser, async (request, session) => {
    const done = await runOnManagedUser(app, session, 'user sessions', { ...request, end: true })
    return { sessionsEnded: (done as { sessionsEnded: number }).sessionsEnded }
  })

  serve(app, removeSecondFactors, async (request, session) => {
    const done = await runOnManagedUser(app, session, 'user authenticators', { ...request, remove: true })
    return { removed: (done as { removed: number }).removed }
  })

  serve(app, addGrant, async ({ userId: email, grant, reason }, session) =>
    changeIn(await runConsoleCommand(app, session, 'user grant', { email, grant, reason })),
  )

  serve(app, revokeGrant, async ({ userId: email, grant, reason }, session) =>
    changeIn(await runConsoleCommand(app, session, 'user revoke', { email, grant, reason })),
  )
}

type UserCommandName =
  | 'user change'
  | 'user disable'
  | 'user enable'
  | 'user reset'
  | 'user unlock'
  | 'user sessions'
  | 'user authenticators'

/** Of a command's result the only part that the console needs. */
const changeIn = (result: unknown) => ({ changed: (result as { changed: boolean }).changed })

/** The role of the user with this id. */
async function roleOf({ database }: AppContext, userId: string): Promise<string | undefined> {
  const row = await database.selectFrom('person').select('role').where('id', '=', userId).executeTakeFirst()
  return row?.role
}

/**
 * Runs a command on a user, who is named by the id in place of the address, and returns its result. Throws 403 unless
 * the caller manages the user, 409 if there is no such user.
 */
async function runOnManagedUser<N extends UserCommandName>(
  app: AppContext,
  session: Session,
  name: N,
  { userId, ...args }: Omit<AdminCommandArgs<N>, 'email'> & { readonly userId: string },
): Promise<unknown> {
  const role = await roleOf(app, userId)
  if (role === undefined) throw failed(409, 'USER_UNKNOWN')
  await requireManages(app, session, role as ConsoleUser['role'], name)
  return await runConsoleCommand(app, session, name, { email: userId, ...args } as AdminCommandArgs<N>)
}

/** Throws 403, recorded as for the command, before the caller is prompted to confirm what is refused anyway. */
async function requireManages(
  app: AppContext,
  { userId, grants }: Session,
  role: ConsoleUser['role'],
  command: AdminCommandName,
): Promise<void> {
  if (mayManage(grants, role)) return
  const admin = { ...runningContext(app), by: userId, userId }
  await recordRefusedCommand(admin, command, 'FORBIDDEN')
  throw failed(403, 'FORBIDDEN')
}

/** What the list shows of a user: no telephone number. */
const shownOf = (user: PrintedUser): ConsoleUser => ({
  userId: user.userId,
  email: user.email,
  firstName: user.firstName,
  lastName: user.lastName,
  role: user.role as ConsoleUser['role'],
  firm: user.firm,
  broker: user.broker,
  grants: [...user.grants],
  deskHead: user.deskHead,
  active: user.active,
  locked: user.locked,
  firstLogin: user.firstLogin,
  temporaryUntil: user.temporaryUntil,
  signedIn: user.signedIn,
})
