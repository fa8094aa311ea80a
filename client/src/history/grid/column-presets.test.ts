import { expect, test } from 'vitest'
import { type ColumnLayout, isPresetShown, presetLayouts } from './column-layout.ts'
import { columnPresets } from './column-presets.ts'
import { columnOf, historyColumnIds } from './history-columns.ts'

/** The checkboxes, and a vertical scroll bar of a browser. */
const beside = 40 + 16

test.each(Object.entries(columnPresets))(
  'the columns of %s fit into a window of 1280 pixels',
  (_, columns) => {
    const width = columns.reduce((sum, id) => sum + columnOf(id).width, 0)

    expect(width + beside).toBeLessThanOrEqual(1280)
  },
)

const layouts: readonly ColumnLayout[] = historyColumnIds.map((colId) => ({
  colId,
  width: 100,
  flex: null,
  hide: false,
  sort: null,
  sortIndex: null,
}))

test('a set shows its columns in its order, hides the others and drops none', () => {
  const shown = presetLayouts(layouts, columnPresets.deals)

  expect(shown).toHaveLength(layouts.length)
  expect(shown.filter(({ hide }) => !hide).map(({ colId }) => colId)).toEqual(columnPresets.deals)
  expect(isPresetShown(shown, columnPresets.deals)).toBe(true)
  expect(isPresetShown(shown, columnPresets.overview)).toBe(false)
  expect(isPresetShown(layouts, columnPresets.deals)).toBe(false)
})
