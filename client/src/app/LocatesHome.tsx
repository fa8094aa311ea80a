import { Link } from 'react-router'
import { LocateBlotter } from '../locates/blotter/LocateBlotter.tsx'
import { isOwnWindow } from '../locates/blotter/OwnWindow.tsx'
import { useText } from '../ui/text/use-text.ts'
import '../ui/styles/side-page.css'

/** The locates of the day in one table, on a page that fits a window of its own. */
export function LocatesHome() {
  const text = useText()
  return (
    <div className="side-page">
      <header className="side-page-title">
        {!isOwnWindow() && (
          <Link to="/adverts-home" className="side-page-back">
            ← {text('desk.back')}
          </Link>
        )}
        <h1>{text('blotter.title')}</h1>
      </header>
      <LocateBlotter />
    </div>
  )
}
