import type { AdvertStatus } from '@aitai/engine/model/advert.ts'
import { expect, test } from 'vitest'
import { passesPreset, rowPresets } from './row-presets.ts'

const missed = new Set(['PAUSED'])

/** The statuses whose adverts a set of rows has, each with its status as its id. */
const statusesIn = (preset: (typeof rowPresets)[number]): AdvertStatus[] =>
  (['UNSENT', 'SENT', 'LIVE', 'PAUSED', 'ACCEPT/DECLINE?', 'LOCATED', 'COMPLETED', 'DEAD'] as const).filter(
    (advertisementStatus) => passesPreset({ id: advertisementStatus, advertisementStatus }, preset, missed),
  )

test('open is what was sent and has not ended, agreed is completed, missed has an unanswered locate', () => {
  expect(Object.fromEntries(rowPresets.map((preset) => [preset, statusesIn(preset)]))).toEqual({
    all: ['UNSENT', 'SENT', 'LIVE', 'PAUSED', 'ACCEPT/DECLINE?', 'LOCATED', 'COMPLETED', 'DEAD'],
    open: ['SENT', 'LIVE', 'PAUSED', 'ACCEPT/DECLINE?', 'LOCATED'],
    agreed: ['COMPLETED'],
    missed: ['PAUSED'],
  })
})
