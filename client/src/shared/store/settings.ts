import { type Language, languages } from '@aitai/messages/language.ts'
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { forEveryTab } from './browser-tabs.ts'
import { userEntry } from './user-entry.ts'

export const modes = ['system', 'light', 'dark'] as const
type Mode = (typeof modes)[number]
export const palettes = ['standard', 'colour-blind', 'japanese'] as const
export type Palette = (typeof palettes)[number]
export const rowHeights = ['24', '28', '36'] as const
type RowHeight = (typeof rowHeights)[number]
export const onOffValues = ['on', 'off'] as const
export type OnOff = (typeof onOffValues)[number]

export const chartDays = ['1', '5'] as const
export type ChartDays = (typeof chartDays)[number]
export const chartStyles = ['line', 'candles'] as const
export type ChartStyle = (typeof chartStyles)[number]

/** A user's display settings, stored in this browser per user. */
export interface Settings {
  readonly language: Language
  readonly mode: Mode
  readonly palette: Palette
  readonly rows: RowHeight
  readonly sound: OnOff
  /** The volume of the sounds, in percent. */
  readonly volume: number
  /** Whether single-key shortcuts (`/` and `?`, F8 alone) work (WCAG 2.1.4). */
  readonly singleKeys: OnOff
  /** The trading days that the chart of a security shows. */
  readonly chartDays: ChartDays
  readonly chartStyle: ChartStyle
  /** Whether it shows TOPIX beside the price. */
  readonly chartIndex: OnOff
  /** Whether the watchlist below the list of IOIs is open. */
  readonly watchlist: OnOff
  /** How high it may be, in percent of the window. */
  readonly watchlistHeight: number
}

/** The entry of local storage that `public/display.js` reads before the first paint. */
const lastUsed = 'display'
const entryOf = (email: string): string => userEntry(lastUsed, email)

const oneOf = <T extends string>(words: readonly T[], value: unknown, otherwise: T): T =>
  words.find((word) => word === value) ?? otherwise

const usualVolume = 60
const usualWatchlistHeight = 36
const percentFrom = (value: unknown, otherwise: number): number =>
  typeof value === 'number' && value >= 0 && value <= 100 ? value : otherwise

/** Japanese if the browser's language starts with ja, else English (docs/specification.md §1). */
const defaultLanguage = (browserLanguage: string): Language =>
  browserLanguage.toLowerCase().startsWith('ja') ? 'Jp' : 'En'

/** Parses stored settings; unknown values become their defaults. */
export function parseSettings(stored: string | null, browserLanguage: string): Settings {
  let values: Record<string, unknown> = {}
  try {
    const parsed: unknown = JSON.parse(stored ?? '{}')
    if (typeof parsed === 'object' && parsed !== null) values = parsed as Record<string, unknown>
  } catch {
    // Not written by us, so it is ignored.
  }
  return {
    language: oneOf(languages, values.language, defaultLanguage(browserLanguage)),
    mode: oneOf(modes, values.mode, 'system'),
    palette: oneOf(palettes, values.palette, 'standard'),
    rows: oneOf(rowHeights, values.rows, '28'),
    sound: oneOf(onOffValues, values.sound, 'on'),
    volume: percentFrom(values.volume, usualVolume),
    singleKeys: oneOf(onOffValues, values.singleKeys, 'on'),
    chartDays: oneOf(chartDays, values.chartDays, '1'),
    chartStyle: oneOf(chartStyles, values.chartStyle, 'line'),
    chartIndex: oneOf(onOffValues, values.chartIndex, 'off'),
    watchlist: oneOf(onOffValues, values.watchlist, 'on'),
    watchlistHeight: percentFrom(values.watchlistHeight, usualWatchlistHeight),
  }
}

const settings = createSlice({
  name: 'settings',
  initialState: () => parseSettings(localStorage.getItem(lastUsed), navigator.language),
  reducers: {
    settingChosen: {
      reducer: (state, { payload }: PayloadAction<Partial<Settings>>) => ({ ...state, ...payload }),
      // Muting one tab mutes all.
      prepare: (payload: Partial<Settings>) => ({ payload, meta: forEveryTab }),
    },
    /** All settings are the user's except the language, which stays as chosen before signing in. */
    lookRecalled: (state, { payload }: PayloadAction<Settings>) => ({
      ...payload,
      language: state.language,
    }),
  },
})

export const settingsReducer = settings.reducer
export const { settingChosen, lookRecalled } = settings.actions

/** Stores the settings for this browser, and for the signed-in user. */
export function storeSettings(chosen: Settings, email: string | null): void {
  const stored = JSON.stringify(chosen)
  localStorage.setItem(lastUsed, stored)
  if (email) localStorage.setItem(entryOf(email), stored)
}

/** The stored settings of this user in this browser, or null. */
export function storedSettings(email: string): Settings | null {
  const stored = localStorage.getItem(entryOf(email))
  return stored === null ? null : parseSettings(stored, navigator.language)
}

/** Applies the settings to the page: mode, palette, row height, language. */
export function applySettings(chosen: Settings, systemIsDark: boolean): void {
  const page = document.documentElement
  page.dataset.mode = effectiveMode(chosen.mode, systemIsDark)
  page.dataset.palette = chosen.palette
  page.dataset.rows = chosen.rows
  page.lang = chosen.language === 'Jp' ? 'ja' : 'en'
}

export const effectiveMode = (mode: Mode, systemIsDark: boolean): 'light' | 'dark' =>
  mode === 'system' ? (systemIsDark ? 'dark' : 'light') : mode
