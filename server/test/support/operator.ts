import type { AdminContext, AdminRefusal, AdminReply } from '../../src/admin/admin-context.ts'
import type { AdminCommandArgs, AdminCommandName } from '../../src/admin/command-arguments.ts'
import { runAdminCommand } from '../../src/admin/commands.ts'
import { openDatabase } from '../../src/database/open-database.ts'
import { useTestSecrets } from './test-databases.ts'
import { cheapPasswords, type TestServer } from './test-server.ts'

/** The operator's name in tests. */
export const operatorName = 'ops-kimura'

/** An operator at the shell of a server's machine, whether the server runs or not. */
export class Operator {
  readonly #desk: TestServer
  #isStopped = false

  constructor(desk: TestServer) {
    this.#desk = desk
  }

  /** Runs a command and returns its result. */
  async runs<N extends AdminCommandName>(
    name: N,
    args: AdminCommandArgs<N>,
  ): Promise<Record<string, unknown>> {
    const answer = await this.#run(name, args)
    if ('refusal' in answer) throw new Error(answer.refusal.message)
    return answer.result as Record<string, unknown>
  }

  /** The same for a command whose result is a list. */
  lists = async <N extends AdminCommandName>(
    name: N,
    args: AdminCommandArgs<N>,
  ): Promise<Record<string, unknown>[]> =>
    (await this.runs(name, args)) as unknown as Record<string, unknown>[]

  /** Runs a command that must be refused, and returns the refusal. */
  async isRefused<N extends AdminCommandName>(name: N, args: AdminCommandArgs<N>): Promise<AdminRefusal> {
    const answer = await this.#run(name, args)
    if (!('refusal' in answer)) throw new Error(`${name} was done`)
    return answer.refusal
  }

  /** Stops the server; from then on commands work on the data directly. */
  async stopsTheServer(): Promise<void> {
    await this.#desk.running.stop()
    this.#isStopped = true
  }

  async startsTheServer(): Promise<void> {
    await this.#desk.restart()
    this.#isStopped = false
  }

  async #run<N extends AdminCommandName>(name: N, args: AdminCommandArgs<N>): Promise<AdminReply> {
    const { folder, clock, admin } = this.#desk
    if (!this.#isStopped)
      return await runAdminCommand(
        { ...admin, by: operatorName, userId: null, running: this.#running() },
        name,
        args,
      )
    const { db, close } = await openDatabase({ dataDir: folder, databaseUrl: null })
    await useTestSecrets(db, { dataDir: folder, databaseUrl: null })
    const onData: AdminContext = {
      ...admin,
      db,
      by: operatorName,
      userId: null,
      now: clock.now,
      referenceChanged: async () => {},
      passwords: cheapPasswords,
      running: null,
    }
    try {
      return await runAdminCommand(onData, name, args)
    } finally {
      await close()
    }
  }

  /** As `main` passes it to admin commands. */
  #running(): AdminContext['running'] {
    const { market, isReady, sessions, limits } = this.#desk.app
    return { pid: process.pid, startedAt: 0, market, isReady, sessions, limits }
  }
}

/** The audit events, oldest first, without their numbers and hashes; with `actions`, only those. */
export async function auditEvents({ app }: TestServer, ...actions: readonly string[]) {
  const rows = await app.database
    .selectFrom('audit')
    .select(['actor', 'action', 'subject', 'outcome', 'reason', 'details'])
    .orderBy('seq')
    .execute()
  return rows
    .filter(({ action }) => actions.length === 0 || actions.includes(action))
    .map(({ details, ...row }) => ({ ...row, details: JSON.parse(details) as Record<string, unknown> }))
}
