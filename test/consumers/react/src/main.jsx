import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { start } from '../../shared/party.js';
import App from './App.jsx';

start(() =>
  createRoot(document.getElementById('app')).render(
    <StrictMode>
      <App />
    </StrictMode>,
  ),
);
