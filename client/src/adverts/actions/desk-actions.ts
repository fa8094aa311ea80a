import { createContext, type ReactNode } from 'react'

/**
 * What other features offer at the left of the action bar, and under the search while there are no adverts
 * yet: the morning's restore comes before the first of them (look.md).
 */
export const DeskActions = createContext<ReactNode>(null)
