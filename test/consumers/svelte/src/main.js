import { mount } from 'svelte';
import { start } from '../../shared/party.js';
import App from './App.svelte';

start(() => mount(App, { target: document.getElementById('app') }));
