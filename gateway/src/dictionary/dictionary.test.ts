import { expect, test } from 'vitest'
import { dictionaryXml } from '../../test/support/test-dictionary.ts'
import { parseDictionary } from './dictionary.ts'

test('messages, components and groups are read with their ranks and what is required', () => {
  const dictionary = parseDictionary(dictionaryXml(4))
  const order = dictionary.messages.get('D')

  expect(dictionary.beginString).toBe('FIX.4.4')
  expect(order?.required).toEqual([11, 55, 54])
  expect(order?.ranks.has(448)).toBe(false)
  expect(order?.tags.has(523)).toBe(true)
  expect([...(order?.groups.get(453)?.ranks.keys() ?? [])]).toEqual([448, 447, 452, 802])
  expect(dictionary.fields.get(54)?.values).toEqual(new Set(['1', '2']))
})

test('what frames a message is not required again', () => {
  const { header, trailer } = parseDictionary(dictionaryXml(2))
  expect(header.required).toEqual([49, 56, 34, 52])
  expect(trailer.required).toEqual([])
})

test.each([
  ['<fix major="4" minor="4"><header><field name="None" required="Y"/></header></fix>', 'no field None'],
  ['<fix major="4" minor="4"><header><component name="None"/></header></fix>', 'no component None'],
  ['<fix major="4"/>', '<fix> without minor'],
  ['<fix><header></fix>', '</fix> ends nothing'],
  ['<fix>', 'not one whole element'],
  ['', 'not one whole element'],
])('the dictionary %s is refused', (xml, why) => {
  expect(() => parseDictionary(xml)).toThrow(why)
})
