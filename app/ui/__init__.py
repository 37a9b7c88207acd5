"""The panels and everything else that speaks ImGui. Panels read the session and send commands; they own no state."""
