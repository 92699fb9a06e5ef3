// First on the page, so that a failure anywhere after is recorded where a test, or a curious reader, can see it.
window.addEventListener('error', function (event) {
  document.documentElement.dataset.error = String(event.message);
});
