import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { decide } from '@aitai/engine/decide.ts'
import type { AdminContext, AdminReply } from '@aitai/server/admin/admin-context.ts'
import { addBroker, assignBroker } from '@aitai/server/admin/brokers.ts'
import { addFirm } from '@aitai/server/admin/firms.ts'
import { addUser } from '@aitai/server/admin/users/users.ts'
import { Refused } from '@aitai/server/errors.ts'
import { createSweeper } from '@aitai/server/market/sweeps/sweeper.ts'
import type { RunningApp } from '@aitai/server/startup.ts'

/** The password of everybody on a server whose clock and ticks a proof moves by hand. */
export const password = 'nine horses on the stair'

export const traderOf = (institution: string, number = 1): string =>
  `trader${number}@${institution.toLowerCase()}.example`
export const brokerUserOf = (broker: string): string => `desk@${broker.toLowerCase()}.example`

/** Throws if an admin command was refused. */
export function accepted(reply: AdminReply): void {
  if ('refusal' in reply) throw new Error(reply.refusal.message)
}

/** Adds brokers that may execute swaps, each with a user. */
export async function addBrokers(admin: AdminContext, names: readonly string[]): Promise<void> {
  for (const name of names) {
    accepted(await addBroker(admin, { name, shortName: name, contact: `${name} desk`, swapEnabled: true }))
    const user = { firstName: name, lastName: 'Desk', password }
    accepted(await addUser(admin, { email: brokerUserOf(name), role: 'BROKER', broker: name, ...user }))
  }
}

export interface Institution {
  readonly name: string
  readonly brokers: readonly string[]
  readonly affiliateGroup?: string
  readonly traders: number
}

/** Adds an institution with its brokers and traders. */
export async function addInstitution(
  admin: AdminContext,
  { name, affiliateGroup, brokers, traders }: Institution,
): Promise<void> {
  accepted(await addFirm(admin, { name, ...(affiliateGroup ? { affiliateGroup } : {}) }))
  for (const shortName of brokers) accepted(await assignBroker(admin, { firm: name, shortName }))
  for (let i = 1; i <= traders; i += 1) {
    const names = { firstName: name, lastName: `Trader ${i}`, password }
    accepted(await addUser(admin, { email: traderOf(name, i), role: 'TRADER', firm: name, ...names }))
  }
}

/**
 * Returns a function that ticks until time and quotes make nothing more possible, and everything that happened was
 * pushed. `follow` waits for what a tick leads to elsewhere.
 */
export function settling(
  { app: { market, quotes, reference } }: Pick<RunningApp, 'app'>,
  tick: () => void,
  follow: () => Promise<void> = async () => {},
): () => Promise<void> {
  /** Whether a sweep now would cause nothing. */
  const isQuiet = (): Promise<boolean> =>
    market.read((state, at) => {
      const decision = decide(state, createSweeper(quotes, () => 0).nextSweep(state, at))
      return 'events' in decision && decision.events.length === 0
    })

  /** Resolves once the command loop has processed everything so far: it processes batches and ticks in turn. */
  async function finishLoop(): Promise<void> {
    const traderId = [...reference.names().people.keys()][0] ?? ''
    for (let batch = 0; batch < 2; batch += 1)
      await market.submit({ type: 'pauseAdvert', traderId, advertId: '' }).catch((error: unknown) => {
        if (!(error instanceof Refused)) throw error
      })
  }

  return async () => {
    do {
      tick()
      await finishLoop()
    } while (!(await isQuiet()))
    await follow()
    // The notifications of a write are pushed right after it can be read.
    await yieldToEventLoop()
  }
}
