import './entry-artwork.css'

/** The logo in large: two shapes that are bright where they overlap. */
export function EntryArtwork() {
  return (
    <svg className="meeting" viewBox="24 14 480 332" aria-hidden="true" focusable="false">
      <defs>
        <linearGradient id="meeting-left" gradientUnits="userSpaceOnUse" x1="20" y1="0" x2="270" y2="0">
          <stop className="meeting-far" offset="0" />
          <stop className="meeting-near" offset="1" />
        </linearGradient>
        <linearGradient id="meeting-right" gradientUnits="userSpaceOnUse" x1="270" y1="0" x2="510" y2="0">
          <stop className="meeting-near" offset="0" />
          <stop className="meeting-far" offset="1" />
        </linearGradient>
      </defs>
      <path stroke="url(#meeting-left)" d="M138 20v320M24 122h246.01M138 134 40 262M138 134l84 104" />
      <path stroke="url(#meeting-right)" d="M276 36h216v288H276zM270 122.01h222M276 238h216" />
    </svg>
  )
}
