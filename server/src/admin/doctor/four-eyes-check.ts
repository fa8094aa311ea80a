import type { StaffGrant } from '@aitai/contract/codes.ts'
import type { Config } from '../../config.ts'
import type { AdminContext } from '../admin-context.ts'
import { needsSecondPerson } from '../approvals/approval-rule.ts'
import { readHolders } from '../approvals/approval-store.ts'
import { guardedDeciders } from '../approvals/guarded-commands.ts'
import { grantsAtCommandLine, operatorCredentialIssued } from '../approvals/operator-identity.ts'
import { type DoctorCheck, ok, warn } from './check-result.ts'

/** What must be possible at the command line when nobody can sign in at the console: repair the sign-in, and halt. */
const neededGrants: readonly StaffGrant[] = ['administrator', 'operations']

/** Whether a second person is there, and operators are known at the command line (docs/decisions/0155-four-eyes.md). */
export async function fourEyes(
  { db }: Pick<AdminContext, 'db'>,
  { demo }: Pick<Config, 'demo'>,
): Promise<DoctorCheck> {
  const name = 'four eyes'
  const holders = await readHolders(db)
  const alone = guardedDeciders.filter(({ deciders }) => !needsSecondPerson(null, holders, deciders))
  if (alone.length > 0)
    return warn(
      name,
      `Fewer than two users could approve, so one person alone may: ${alone.map((each) => each.name).join(', ')}.`,
      'Give the grants to two people: docs/operations/console.md.',
    )
  if (demo) return ok(name, 'What needs a second person waits for one.')
  if (!(await operatorCredentialIssued(db)))
    return warn(
      name,
      'Names at the command line are only typed: nobody has a credential for it.',
      'Give each operator one: aitai credential add --staff --user EMAIL.',
    )
  const held = await grantsAtCommandLine(db)
  const lacking = neededGrants.filter((grant) => !held.has(grant))
  if (lacking.length > 0)
    return warn(
      name,
      `No user with the grant ${lacking.join(' or ')} has a credential for the command line, if nobody can sign in.`,
      'Issue one: aitai credential add --staff --user EMAIL, if need be on the data of the stopped server.',
    )
  return ok(name, 'What needs a second person waits for one.')
}
