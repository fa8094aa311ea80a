import { expect, test } from 'vitest'
import { buys } from '../../test/book.ts'
import type { AdvertTerms } from '../model/advert.ts'
import { fromWireTerms, pickTerms, sameTerms, termNames, toWireTerms } from './terms.ts'

const { terms } = buys('alder', 10_000, { brokerIds: ['NOM', 'DAI'] })

test('terms are the same as a copy of them, and differ in any one term', () => {
  expect(sameTerms(terms, structuredClone(terms))).toBe(true)
  for (const name of termNames)
    expect([name, sameTerms(terms, { ...terms, [name]: 'another' } as AdvertTerms)]).toEqual([name, false])
})

test('another order or number of brokers is a change', () => {
  expect(sameTerms(terms, { ...terms, brokerIds: ['DAI', 'NOM'] })).toBe(false)
  expect(sameTerms(terms, { ...terms, brokerIds: ['NOM'] })).toBe(false)
  expect(sameTerms(terms, { ...terms, brokerIds: ['NOM', 'DAI', 'MIZ'] })).toBe(false)
})

test('values are compared by type: the text "null" is not the absence of a value', () => {
  const withNote = (note: string | null) => ({ ...terms, note }) as AdvertTerms

  expect(sameTerms(withNote('null'), withNote(null))).toBe(false)
})

test('the terms of an object are all of them and nothing else of it', () => {
  const picked = pickTerms({ ...terms, id: 'alder-1' })

  expect(picked).toEqual(terms)
  expect(Object.keys(picked).sort()).toEqual(Object.keys(terms).sort())
})

test('on the wire levels are in yen and the index-relative offset in percent, both ways', () => {
  const levels = {
    limitPrice: 29_100_000,
    advertisingTrigger: 29_005_000,
    knockoutTrigger: 28_500_000,
    indexRelativeKOTrigger: 550,
  }
  const onWire = {
    limitPrice: 2_910,
    advertisingTrigger: 2_900.5,
    knockoutTrigger: 2_850,
    indexRelativeKOTrigger: 5.5,
  }

  expect(toWireTerms({ ...terms, ...levels } as AdvertTerms)).toEqual({ ...terms, ...onWire })
  expect(fromWireTerms({ ...terms, ...onWire })).toEqual({ ...terms, ...levels })
  expect(toWireTerms(terms)).toEqual(terms)
  expect(fromWireTerms(toWireTerms(terms))).toEqual(terms)
})
