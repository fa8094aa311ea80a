import { createSlice, type PayloadAction, type WithSlice } from '@reduxjs/toolkit'
import { sessionEnded, signedIn } from '../app/store/session.ts'
import { rootReducer } from '../app/store/store.ts'
import type { Terms } from './terms.ts'

/** What the trader has in hand: server data is in the cache, this is the rest. */
interface Desk {
  readonly selectedId: string | null
  /**
   * Terms that were changed and not sent, by advert: they outlive polling, pushes and a look at another
   * advert.
   */
  readonly edits: Readonly<Record<string, Partial<Terms>>>
  /** How often an advert's terms were put in from elsewhere: its editor begins anew with them. */
  readonly given: Readonly<Record<string, number>>
  /** The tab of the advanced panel that is open; null while the panel is closed. */
  readonly panel: AdvancedTab | null
  /** Whether the table of the day takes the width: the history state of the container. */
  readonly history: boolean
}

/** The tabs of the advanced panel (specification 2). */
export const advancedTabs = ['priceConditions', 'advertPreferences', 'pathPreferences'] as const
export type AdvancedTab = (typeof advancedTabs)[number]

const initialState: Desk = { selectedId: null, edits: {}, given: {}, panel: null, history: false }

const desk = createSlice({
  name: 'desk',
  initialState,
  reducers: {
    advertSelected: (state, { payload }: PayloadAction<string>): Desk => ({ ...state, selectedId: payload }),
    termsEdited: (
      state,
      { payload: { advertId, edits } }: PayloadAction<{ advertId: string; edits: Partial<Terms> }>,
    ): Desk => ({ ...state, edits: withEdits(state.edits, advertId, edits) }),
    termsGiven: (
      state,
      { payload: { advertId, terms } }: PayloadAction<{ advertId: string; terms: Partial<Terms> }>,
    ): Desk => ({
      ...state,
      edits: withEdits(state.edits, advertId, terms),
      given: { ...state.given, [advertId]: (state.given[advertId] ?? 0) + 1 },
    }),
    panelTurned: (state, { payload }: PayloadAction<AdvancedTab | null>): Desk => ({
      ...state,
      panel: payload,
    }),
    historyTurned: (state, { payload }: PayloadAction<boolean>): Desk => ({ ...state, history: payload }),
    editsDropped: (state, { payload }: PayloadAction<string>): Desk => ({
      ...state,
      edits: withEdits(state.edits, payload, {}),
    }),
  },
  extraReducers: (build) => {
    build.addCase(signedIn, () => initialState).addCase(sessionEnded, () => initialState)
  },
})

function withEdits(edits: Desk['edits'], advertId: string, ofAdvert: Partial<Terms>): Desk['edits'] {
  const { [advertId]: _, ...others } = edits
  return Object.keys(ofAdvert).length > 0 ? { ...others, [advertId]: ofAdvert } : others
}

declare module '../app/store/store.ts' {
  interface FeatureSlices extends WithSlice<typeof desk> {}
}
const reducer = rootReducer.inject(desk)

export const { advertSelected, termsEdited, termsGiven, editsDropped, panelTurned, historyTurned } =
  desk.actions
export const selectSelectedId = reducer.selector((state) => state.desk.selectedId)
export const selectEdits = reducer.selector((state) => state.desk.edits)
export const selectEditorRevisions = reducer.selector((state) => state.desk.given)
export const selectAdvancedTab = reducer.selector((state) => state.desk.panel)
export const selectIsHistoryOpen = reducer.selector((state) => state.desk.history)
