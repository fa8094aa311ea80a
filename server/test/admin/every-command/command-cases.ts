import type { ApprovedCommand } from '@aitai/contract/codes.ts'
import type { AdminCommandName } from '../../../src/admin/command-arguments.ts'
import { accountCases } from './cases/account-cases.ts'
import { institutionCases } from './cases/institution-cases.ts'
import { marketCases } from './cases/market-cases.ts'
import { recordCases } from './cases/record-cases.ts'
import { referenceCases } from './cases/reference-cases.ts'
import { userCases } from './cases/user-cases.ts'
import type { CasesOf, CommandCase } from './command-case.ts'

/** How every command is used. A command without a case is an error of types, and fails a test. */
const cases: CasesOf<AdminCommandName> = {
  ...institutionCases,
  ...userCases,
  ...marketCases,
  ...referenceCases,
  ...accountCases,
  ...recordCases,
}

/** A case with its command. */
export interface NamedCase extends CommandCase {
  readonly name: AdminCommandName
  /** For messages of tests: the command, with a number where there are several cases. */
  readonly label: string
}

export const commandCases: readonly NamedCase[] = Object.entries(cases).flatMap(([name, list]) =>
  list.map((each, n) => ({
    ...(each as unknown as CommandCase),
    name: name as AdminCommandName,
    label: list.length === 1 ? name : `${name} (${n + 1})`,
  })),
)

/** Those that wait for a second person. */
export const guardedCases = commandCases.filter(
  ({ outcome }) => outcome === 'APPROVAL_NEEDED',
) as readonly (NamedCase & { readonly name: ApprovedCommand })[]
