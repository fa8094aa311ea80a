import { createContext, type ReactNode } from 'react'

/**
 * Buttons of other features, shown at the left of the action bar and, while there are no adverts, under the
 * search: traders restore earlier adverts before they create the first one of the day.
 */
export const DeskActions = createContext<ReactNode>(null)
