import { expect, test } from 'vitest'
import { book, buys } from '../../test/book.ts'
import { Advert, type AdvertFields } from './advert.ts'

const draft = [...book(buys('alder', 10_000)).adverts.values()][0] as Advert
const day = 86_400_000

/** A value other than that of a draft for every field. */
const changed: AdvertFields = {
  ...draft.toJSON(),
  advertisementStatus: 'DEAD',
  quantityRemaining: 300,
  decay: { from: 1, quantity: 2, frozenMs: 3 },
  baseClose: 20_000,
  isModified: true,
  submitTime: draft.draftedAt + 1,
  expiryDate: draft.draftedAt + day,
  // Both would exceed a small integer as distances from the draft.
  priorityTime: draft.draftedAt - 400 * day,
  settledSince: draft.draftedAt + 400 * day,
  causeOfDeath: 'EXPIRED',
  errorCode: '007',
  frozenQuantity: 100,
  advertTriggerSatisfied: true,
  isBeyondLimit: true,
  restsUntil: draft.draftedAt + 2,
  isPausedByHead: true,
  locateId: 'locate',
  agreedLocateId: 'agreed',
  parentAdvertId: 'parent',
  residualId: 'residual',
  renewals: 1,
  resumes: 2,
  automaticSince: draft.draftedAt + 3,
}

test('an advert has the fields that it is made from, and so has its copy', () => {
  const advert = Advert.from(changed)

  expect(advert.toJSON()).toEqual(changed)
  expect(advert.copy().toJSON()).toEqual(changed)
  for (const name of Object.keys(changed) as (keyof AdvertFields)[]) expect(advert[name]).toBe(changed[name])
})

test('each field of an advert changes alone, and never in a copy or in another advert', () => {
  const { id: _, draftedAt: __, parentAdvertId: ___, ...others } = changed
  for (const [name, value] of Object.entries(others)) {
    const [advert, other] = [Advert.from(draft.toJSON()), Advert.from(draft.toJSON())]
    const copy = advert.copy()
    Object.assign(advert, { [name]: value })

    expect(advert.toJSON()).toEqual({ ...draft.toJSON(), [name]: value })
    expect(copy.toJSON()).toEqual(draft.toJSON())
    expect(other.toJSON()).toEqual(draft.toJSON())
  }
})
