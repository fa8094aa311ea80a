import { SessionEndPopup } from '../../auth/SessionEndPopup.tsx'
import { ErrorPopup } from './ErrorPopup.tsx'
import { NewVersionPopup } from './NewVersionPopup.tsx'

/** The popups above every page. */
export function GlobalPopups() {
  return (
    <>
      <ErrorPopup />
      <SessionEndPopup />
      <NewVersionPopup />
    </>
  )
}
