import { SessionEndPopup } from '../../auth/SessionEndPopup.tsx'
import { ErrorPopup } from './ErrorPopup.tsx'
import { NewVersionPopup } from './NewVersionPopup.tsx'

/** The popups over every page, whatever it is. */
export function GlobalPopups() {
  return (
    <>
      <ErrorPopup />
      <SessionEndPopup />
      <NewVersionPopup />
    </>
  )
}
