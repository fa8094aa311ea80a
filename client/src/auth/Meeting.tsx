import './meeting.css'

/** The mark writ large: two forms, each half in the dark, that meet in one line. */
export function Meeting() {
  return (
    <svg className="meeting" viewBox="0 0 480 320" aria-hidden="true" focusable="false">
      <g className="meeting-left">
        <path d="M132 40v240M52 108h160M132 124 60 232M132 124l72 96" />
      </g>
      <g className="meeting-right">
        <path d="M276 56h152v208H276zM276 126h152M276 194h152" />
      </g>
    </svg>
  )
}
