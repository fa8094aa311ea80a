// Tells the story of every report of the content policy, also of those that come before there is a console.
addEventListener('securitypolicyviolation', (event) => {
  window.policyReport(`${event.violatedDirective} forbids ${event.blockedURI} on ${location.pathname}`)
})
