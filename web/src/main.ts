import { mount } from 'svelte';
import App from './App.svelte';
import { begin } from './lib/language';
import { keepShell } from './lib/offline.svelte';
import { route } from './lib/router.svelte';
import { startTheme } from './lib/theme.svelte';
import { pageAt } from './pages';
import './style.css';

const target = document.getElementById('app');
if (!target) throw new Error('index.html has no #app');

startTheme();
pageAt(route()).catch(() => undefined); // on its way while the words come
await begin();
mount(App, { target });
keepShell();
