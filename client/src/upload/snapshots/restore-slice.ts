import type { PreviousAdvert } from '@aitai/contract/schemas/upload.ts'
import { createSlice, type PayloadAction, type WithSlice } from '@reduxjs/toolkit'
import { sessionEnded, signedIn } from '../../shared/store/session.ts'
import { rootReducer } from '../../shared/store/store.ts'

/** What can be restored, or why nothing can be (docs/specification.md §3). */
export type Restore =
  | {
      readonly restoreAvailable: true
      /** The trading day of the adverts, in days since 1970 in Tokyo. */
      readonly restoreDate: number
      readonly expiredAdvertisements: readonly PreviousAdvert[]
    }
  | {
      readonly restoreAvailable: false
      readonly because: 'looking' | 'none' | 'insecure' | 'unavailable'
    }

const initialState: Restore = { restoreAvailable: false, because: 'looking' }

const restore = createSlice({
  name: 'restore',
  initialState: initialState as Restore,
  reducers: {
    restoreChanged: (_state, { payload }: PayloadAction<Restore>): Restore => payload,
  },
  extraReducers: (build) => {
    build.addCase(signedIn, () => initialState).addCase(sessionEnded, () => initialState)
  },
})

declare module '../../shared/store/store.ts' {
  interface FeatureSlices extends WithSlice<typeof restore> {}
}
const reducer = rootReducer.inject(restore)

export const { restoreChanged } = restore.actions
export const selectRestore = reducer.selector((state) => state.restore)
