import { freshId } from '../fresh.ts'
import {
  cleanName,
  countReferenceChange,
  done,
  isSameName,
  type Office,
  type OfficeAnswer,
  refused,
} from './office.ts'

export interface NewFirm {
  readonly name: string
  /** Institutions of one group never meet (rules 3, E2). */
  readonly affiliateGroup?: string
}

/** Adds an institution. Refuses a name that is there already. */
export async function addFirm(office: Office, asked: NewFirm): Promise<OfficeAnswer> {
  const name = cleanName(asked.name)
  if (!name) return refused('INVALID', 'An institution needs a name of up to 100 characters.')
  const affiliateGroup = asked.affiliateGroup === undefined ? null : cleanName(asked.affiliateGroup)
  if (asked.affiliateGroup !== undefined && !affiliateGroup)
    return refused('INVALID', 'An affiliate group needs a name of up to 100 characters.')
  const firmId = freshId()
  const added = await office.db.transaction().execute(async (trx) => {
    const firms = await trx.selectFrom('firm').select('name').execute()
    if (firms.some((firm) => isSameName(firm.name, name))) return false
    await trx
      .insertInto('firm')
      .values({ id: firmId, name, affiliate_group: affiliateGroup, active: 1 })
      .execute()
    await countReferenceChange(trx)
    return true
  })
  if (!added) return refused('FIRM_EXISTS', `There is an institution named ${name} already.`)
  await office.referenceChanged()
  return done({ firmId, name, affiliateGroup })
}
