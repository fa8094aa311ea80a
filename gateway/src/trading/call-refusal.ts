import type { CallFailed } from '@aitai/contract/api-client.ts'
import { type FixRefusal, refusalOfCode } from '../messages/refusal.ts'

/** Returns why the server has refused a call, with its code and its English text. */
export function refusalOfCall({ failure }: CallFailed): FixRefusal {
  return refusalOfCode(failure.errorCode ?? 'INTERNAL', failure.variables)
}
