import type { Config } from '../../config.ts'
import type { AdminContext } from '../admin-context.ts'
import { needsSecondPerson } from '../approvals/approval-rule.ts'
import { readHolders } from '../approvals/approval-store.ts'
import { guardedDeciders } from '../approvals/guarded-commands.ts'
import { hasOperatorCredential } from '../approvals/operator-identity.ts'
import { type DoctorCheck, ok, warn } from './check-result.ts'

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
  if (!demo && !(await hasOperatorCredential(db)))
    return warn(
      name,
      'Names at the command line are only typed: nobody has a credential for it.',
      'Give each operator one: aitai credential add --staff --user EMAIL.',
    )
  return ok(name, 'What needs a second person waits for one.')
}
