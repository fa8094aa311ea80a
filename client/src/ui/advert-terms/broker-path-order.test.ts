import { expect, test } from 'vitest'
import { withBroker, withBrokerAt, withBrokerMoved, withoutBroker } from './broker-path-order.ts'

const path = ['hinoki', 'kaede', 'tsubaki']

// spec: 5.editor.19
test('a broker is added at the end, at most once and at most as the fourth', () => {
  expect(withBroker(path, 'momiji', 4)).toEqual(['hinoki', 'kaede', 'tsubaki', 'momiji'])
  expect(withBroker(path, 'kaede', 4)).toEqual(path)
  expect(withBroker([...path, 'momiji'], 'kuromatsu', 4)).toEqual([...path, 'momiji'])
})

test('moving a broker swaps it with its neighbour, and the ends stay where they are', () => {
  expect(withBrokerMoved(path, 'kaede', -1)).toEqual(['kaede', 'hinoki', 'tsubaki'])
  expect(withBrokerMoved(path, 'kaede', 1)).toEqual(['hinoki', 'tsubaki', 'kaede'])
  expect(withBrokerMoved(path, 'hinoki', -1)).toEqual(path)
  expect(withBrokerMoved(path, 'tsubaki', 1)).toEqual(path)
  expect(withBrokerMoved(path, 'stranger', 1)).toEqual(path)
})

test('a removed broker leaves the order of the others', () => {
  expect(withoutBroker(path, 'kaede')).toEqual(['hinoki', 'tsubaki'])
})

// spec: 5.editor.20
test('choosing a broker that has another position swaps the two', () => {
  expect(withBrokerAt(path, 0, 'tsubaki', 4)).toEqual(['tsubaki', 'kaede', 'hinoki'])
  expect(withBrokerAt(path, 1, 'kaede', 4)).toEqual(path)
  expect(withBrokerAt(path, 3, 'hinoki', 4)).toEqual(['kaede', 'tsubaki', 'hinoki'])
})

test('a new broker replaces the one in that position, or is added at the end', () => {
  expect(withBrokerAt(path, 1, 'momiji', 4)).toEqual(['hinoki', 'momiji', 'tsubaki'])
  expect(withBrokerAt(path, 3, 'momiji', 4)).toEqual(['hinoki', 'kaede', 'tsubaki', 'momiji'])
})

// spec: 5.editor.21
test('None removes the broker of that position, and the others move up', () => {
  expect(withBrokerAt(path, 0, null, 4)).toEqual(['kaede', 'tsubaki'])
  expect(withBrokerAt(path, 3, null, 4)).toEqual(path)
})
