import { createSlice, type PayloadAction, type WithSlice } from '@reduxjs/toolkit'
import { sessionEnded, signedIn } from '../shared/store/session.ts'
import { rootReducer } from '../shared/store/store.ts'
import type { AdvancedTab, Terms } from './terms.ts'

/** Client state of the desk. Server data is in the query cache. */
interface Desk {
  /** The id of the advert that the editor shows. */
  readonly selectedAdvertisement: string | null
  /**
   * Unsent changes of terms, by advert. They survive polling, pushes and selecting another advert.
   */
  readonly edits: Readonly<Record<string, Partial<Terms>>>
  /** The drafts whose side was chosen: a new IOI has none, so that nobody sends the wrong one unseen. */
  readonly chosenSides: Readonly<Record<string, true>>
  /** How often an advert's terms were replaced from outside the editor, which remounts with each. */
  readonly editorRevisions: Readonly<Record<string, number>>
  /** The advert for which the editor of a renewed one was mounted: it stays, with what is half typed in it. */
  readonly renewedFrom: Readonly<Record<string, string>>
  /** The open tab of the advanced panel; null while the panel is closed. */
  readonly advancedTab: AdvancedTab | null
  /** The name of the saved conditions that were chosen last: a list of IOIs gets the same ones, one by one. */
  readonly chosenConditions: string | null
  /** Whether the history table replaces the list and the editor. */
  readonly isHistoryOpen: boolean
}

const initialState: Desk = {
  selectedAdvertisement: null,
  edits: {},
  chosenSides: {},
  editorRevisions: {},
  renewedFrom: {},
  advancedTab: null,
  chosenConditions: null,
  isHistoryOpen: false,
}

const desk = createSlice({
  name: 'desk',
  initialState,
  reducers: {
    advertSelected: (state, { payload }: PayloadAction<string>): Desk => ({
      ...state,
      selectedAdvertisement: payload,
    }),
    advertRenewed: (state, { payload: { from, to } }: PayloadAction<{ from: string; to: string }>): Desk =>
      state.selectedAdvertisement === from
        ? {
            ...state,
            selectedAdvertisement: to,
            edits: withEdits(withEdits(state.edits, from, {}), to, state.edits[from] ?? {}),
            editorRevisions: { ...state.editorRevisions, [to]: state.editorRevisions[from] ?? 0 },
            renewedFrom: { ...state.renewedFrom, [to]: state.renewedFrom[from] ?? from },
          }
        : state,
    termsEdited: (
      state,
      { payload: { advertId, edits } }: PayloadAction<{ advertId: string; edits: Partial<Terms> }>,
    ): Desk => ({ ...state, edits: withEdits(state.edits, advertId, edits) }),
    sideChosen: (state, { payload }: PayloadAction<string>): Desk => ({
      ...state,
      chosenSides: { ...state.chosenSides, [payload]: true },
    }),
    termsReplaced: (
      state,
      { payload: { advertId, terms } }: PayloadAction<{ advertId: string; terms: Partial<Terms> }>,
    ): Desk => ({
      ...state,
      edits: withEdits(state.edits, advertId, terms),
      chosenSides: terms.direction ? { ...state.chosenSides, [advertId]: true } : state.chosenSides,
      editorRevisions: { ...state.editorRevisions, [advertId]: (state.editorRevisions[advertId] ?? 0) + 1 },
    }),
    advancedTabChanged: (state, { payload }: PayloadAction<AdvancedTab | null>): Desk => ({
      ...state,
      advancedTab: payload,
    }),
    conditionsChosen: (state, { payload }: PayloadAction<string>): Desk => ({
      ...state,
      chosenConditions: payload,
    }),
    historyToggled: (state, { payload }: PayloadAction<boolean>): Desk => ({
      ...state,
      isHistoryOpen: payload,
    }),
    editsDiscarded: (state, { payload }: PayloadAction<string>): Desk => ({
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

declare module '../shared/store/store.ts' {
  interface FeatureSlices extends WithSlice<typeof desk> {}
}
const reducer = rootReducer.inject(desk)

export const {
  advertRenewed,
  advertSelected,
  sideChosen,
  termsEdited,
  termsReplaced,
  editsDiscarded,
  advancedTabChanged,
  conditionsChosen,
  historyToggled,
} = desk.actions
export const selectSelectedAdvertisement = reducer.selector((state) => state.desk.selectedAdvertisement)
export const selectEdits = reducer.selector((state) => state.desk.edits)
export const selectChosenSides = reducer.selector((state) => state.desk.chosenSides)
/** The key of an advert's editor, which remounts when it changes. */
export const selectEditorKey = reducer.selector(
  ({ desk: { renewedFrom, editorRevisions } }, id: string): string =>
    `${renewedFrom[id] ?? id} ${editorRevisions[id] ?? 0}`,
)
export const selectAdvancedTab = reducer.selector((state) => state.desk.advancedTab)
export const selectChosenConditions = reducer.selector((state) => state.desk.chosenConditions)
export const selectIsHistoryOpen = reducer.selector((state) => state.desk.isHistoryOpen)
