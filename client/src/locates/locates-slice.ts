import type { Answer } from '@aitai/engine/model/locate.ts'
import { createSlice, type PayloadAction, type WithSlice } from '@reduxjs/toolkit'
import type { CallFailure } from '../shared/api/failure.ts'
import { forEveryTab } from '../shared/store/browser-tabs.ts'
import { sessionEnded, signedIn } from '../shared/store/session.ts'
import { rootReducer } from '../shared/store/store.ts'

/** An answer that this tab is sending, or could not send. */
export interface AnswerAttempt {
  readonly sending: Answer | null
  readonly failure: CallFailure | null
}

/** The current row and the chosen ones of a table of locates. */
export interface BlotterSelection {
  readonly currentId: string | null
  readonly chosen: readonly string[]
}

interface Locates {
  /** Locates that were open in this tab. */
  readonly watched: readonly string[]
  /** Those whose outcome the user has looked at. */
  readonly seen: readonly string[]
  /** Those whose outcome was closed. */
  readonly closed: readonly string[]
  /** Answers, from here or another tab, that the server has accepted. */
  readonly answered: Readonly<Record<string, Answer>>
  /** By locate, so that an answer stays in progress while another locate is in the frame. */
  readonly attempts: Readonly<Record<string, AnswerAttempt>>
  /** The security of the practice locate that is open, or null. */
  readonly practice: string | null
  /** What was selected in the window of the table that closed last, for the other windows to continue with. */
  readonly returned: BlotterSelection | null
}

const initialState: Locates = {
  watched: [],
  seen: [],
  closed: [],
  answered: {},
  attempts: {},
  practice: null,
  returned: null,
}

const withId = (ids: readonly string[], id: string): readonly string[] =>
  ids.includes(id) ? ids : [...ids, id]

const locates = createSlice({
  name: 'locates',
  initialState,
  reducers: {
    locateWatched: (state, { payload }: PayloadAction<string>): Locates => ({
      ...state,
      watched: withId(state.watched, payload),
    }),
    outcomeSeen: {
      reducer: (state, { payload }: PayloadAction<string>): Locates => ({
        ...state,
        seen: withId(state.seen, payload),
      }),
      prepare: (payload: string) => ({ payload, meta: forEveryTab }),
    },
    outcomesClosed: {
      reducer: (state, { payload }: PayloadAction<readonly string[]>): Locates => ({
        ...state,
        closed: [...new Set([...state.closed, ...payload])],
      }),
      prepare: (payload: readonly string[]) => ({ payload, meta: forEveryTab }),
    },
    locateAnswered: {
      reducer: (state, { payload }: PayloadAction<{ locateId: string; answer: Answer }>): Locates => ({
        ...state,
        answered: { ...state.answered, [payload.locateId]: payload.answer },
      }),
      prepare: (payload: { locateId: string; answer: Answer }) => ({ payload, meta: forEveryTab }),
    },
    answerAttempted: (
      state,
      { payload: { locateId, ...attempt } }: PayloadAction<AnswerAttempt & { locateId: string }>,
    ): Locates => ({ ...state, attempts: { ...state.attempts, [locateId]: attempt } }),
    blotterWindowClosed: {
      reducer: (state, { payload }: PayloadAction<BlotterSelection>): Locates => ({
        ...state,
        returned: payload,
      }),
      prepare: (payload: BlotterSelection) => ({ payload, meta: forEveryTab }),
    },
    practiceBegun: (state, { payload }: PayloadAction<string>): Locates => ({ ...state, practice: payload }),
    practiceEnded: (state): Locates => ({ ...state, practice: null }),
  },
  extraReducers: (build) => {
    build.addCase(signedIn, () => initialState).addCase(sessionEnded, () => initialState)
  },
})

declare module '../shared/store/store.ts' {
  interface FeatureSlices extends WithSlice<typeof locates> {}
}
const reducer = rootReducer.inject(locates)

export const {
  locateWatched,
  outcomeSeen,
  outcomesClosed,
  locateAnswered,
  answerAttempted,
  blotterWindowClosed,
  practiceBegun,
  practiceEnded,
} = locates.actions
export const selectLocatesState = reducer.selector((state) => state.locates)
