import type { ConnectionAgreement } from '@aitai/contract/schemas/agreements.ts'
import { type Direction, directions } from '@aitai/engine/model/advert.ts'
import type { Operation } from './operations.ts'

/** An operation of the broker. */
export type BrokerOperation = Extract<Operation, { agreementId: string }>

/** An agreement as the server acknowledged it last. */
export interface RecordedAgreement {
  readonly confirmed: Readonly<Record<Direction, boolean>>
  /** The report that nothing was executed. Sending it again must not change its time. */
  readonly notExecuted: {
    readonly sides: readonly Direction[]
    /** Milliseconds UTC; null for a report whose response has not arrived. */
    readonly reportedAt: number | null
  } | null
}

export const newAgreement: RecordedAgreement = { confirmed: { BUY: false, SELL: false }, notExecuted: null }

export const recordedFrom = ({
  buyStatus,
  sellStatus,
  notExecuted,
}: ConnectionAgreement): RecordedAgreement => ({
  confirmed: { BUY: buyStatus, SELL: sellStatus },
  notExecuted: notExecuted && { sides: notExecuted.sides, reportedAt: notExecuted.reportedAt },
})

/** The agreement after an operation. The broker chooses only operations that change something. */
export function afterOperation(recorded: RecordedAgreement, op: BrokerOperation): RecordedAgreement {
  switch (op.type) {
    case 'confirmExecution':
    case 'undoExecution':
      return {
        ...recorded,
        confirmed: { ...recorded.confirmed, [op.side]: op.type === 'confirmExecution' },
      }
    case 'reportNotExecuted': {
      const sides = directions.filter((side) => op.atFault[side])
      return { ...recorded, notExecuted: { sides, reportedAt: null } }
    }
    case 'withdrawNotExecuted':
      return { ...recorded, notExecuted: null }
  }
}

/** Whether the broker sees an agreement as it is recorded. */
export function isAsRecorded(row: ConnectionAgreement, recorded: RecordedAgreement): boolean {
  const { confirmed, notExecuted } = recordedFrom(row)
  const report = recorded.notExecuted
  if (directions.some((side) => confirmed[side] !== recorded.confirmed[side])) return false
  if (!report || !notExecuted) return report === notExecuted
  if (report.reportedAt !== null && report.reportedAt !== notExecuted.reportedAt) return false
  return directions.every((side) => report.sides.includes(side) === notExecuted.sides.includes(side))
}
