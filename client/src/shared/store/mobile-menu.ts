import { createSlice, type PayloadAction } from '@reduxjs/toolkit'

/** Whether the menu of the mobile header is open (docs/specification.md §3, client state). */
const mobileMenu = createSlice({
  name: 'mobileMenu',
  initialState: false,
  reducers: { menuToggled: (_isOpen, { payload }: PayloadAction<boolean>) => payload },
})

export const mobileMenuReducer = mobileMenu.reducer
export const { menuToggled } = mobileMenu.actions
