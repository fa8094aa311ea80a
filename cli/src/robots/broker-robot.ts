import { setTimeout as wait } from 'node:timers/promises'
import { CallFailed, callApi, signIn } from '@aitai/contract/api-client.ts'
import { brokerExecutionConfirmation, brokerUserExecutionListing } from '@aitai/contract/routes/agreements.ts'
import type { ConnectionAgreement } from '@aitai/contract/schemas/agreements.ts'
import { subscribe } from './notification-subscription.ts'
import { confirmDelayMs, type Random } from './robot-behaviour.ts'
import { createWakeSignal } from './wake-signal.ts'

/** A user of a broker who confirms both sides of each agreement. */
export interface BrokerRobot {
  readonly role: 'BROKER'
  readonly email: string
  readonly password: string
}

/** How often a broker's robot reads the agreements even if nothing was pushed. */
const pollEveryMs = 30_000

/**
 * Signs in and confirms what is agreed until the signal aborts, each side once: what a visitor undoes stays undone.
 * Throws if the connection is lost or the session ends; the caller starts it again.
 */
export async function runBrokerRobot(
  baseUrl: string,
  { email, password }: BrokerRobot,
  chance: Random,
  signal: AbortSignal,
): Promise<void> {
  const wire = await signIn(baseUrl, email, password)
  const seen = new Set<string>()
  const wakeSignal = createWakeSignal()
  const confirm = async (agreement: ConnectionAgreement): Promise<void> => {
    await wait(confirmDelayMs(chance), undefined, { signal })
    for (const side of ['buyStatus', 'sellStatus'] as const) {
      if (agreement[side]) continue
      const body = { connectionAgreementId: agreement.connectionAgreementId, [side]: true }
      await callApi(wire, brokerExecutionConfirmation, { body })
    }
  }
  const unsubscribe = subscribe(wire, { onOpen: wakeSignal.wake, onNotification: wakeSignal.wake })
  try {
    while (!signal.aborted) {
      for (const agreement of await callApi(wire, brokerUserExecutionListing)) {
        const { connectionAgreementId: id, buyStatus, sellStatus, undoPossible: isOfToday } = agreement
        if (!isOfToday || (buyStatus && sellStatus) || seen.has(id)) continue
        seen.add(id)
        confirm(agreement).catch((error: unknown) => {
          if (error instanceof CallFailed && error.status === 429) seen.delete(id)
          else wakeSignal.fail(error)
        })
      }
      await wakeSignal.waitForWake(pollEveryMs, signal)
    }
  } finally {
    await unsubscribe()
  }
}
