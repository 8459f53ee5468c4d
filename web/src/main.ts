import { mount } from 'svelte';
import App from './App.svelte';
import { me } from './lib/api';
import { preferred, speak } from './lib/i18n.svelte';
import { startTheme } from './lib/theme.svelte';
import './style.css';

const target = document.getElementById('app');
if (!target) throw new Error('index.html has no #app');

startTheme();
// The language is known before the first word is shown; a server that cannot be reached is said in the browser's.
const language = await me().then(
  (known) => known.language,
  () => null,
);
await speak(language ?? preferred());
mount(App, { target });
